#pragma once

#include <gtest/gtest.h>

#include <string>

#include <polarize/error.hpp>

namespace polarize::test {

/// The message of the Error that `action` throws. When it throws none the test fails and the message is "".
template <class Action>
std::string error_of(Action action) {
    try {
        action();
    } catch (const Error& error) {
        std::string message = error.what();
        EXPECT_EQ(message.find('\n'), std::string::npos) << "more than one line: " << message;
        return message;
    }
    ADD_FAILURE() << "no Error was thrown";
    return "";
}

}  // namespace polarize::test
